export { graphPlugin } from './graph-plugin.ts'
