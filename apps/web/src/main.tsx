import { createRoot } from 'react-dom/client'
import './app/page.css'
import { start } from './app/start.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('The page has no #root.')
// Not awaited: parts that it loads import from the file with this module, and would wait for it.
void start(createRoot(container))
