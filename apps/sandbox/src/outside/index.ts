export { outsideThrough } from './outside.ts'
export type { Outside } from './outside.ts'
