import { createRoot } from 'react-dom/client'
import './app/page.css'
import { start } from './app/start.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('The page has no #root.')
void start(createRoot(container))
