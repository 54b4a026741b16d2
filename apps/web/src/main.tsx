import { createRoot } from 'react-dom/client'
import './app/page.css'
import { start } from './app/start.tsx'
import { hideKeysOfInputMethods } from './platform/input-method.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('The page has no #root.')
hideKeysOfInputMethods(window)
void start(createRoot(container))
