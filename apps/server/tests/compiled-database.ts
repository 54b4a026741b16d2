import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

// TypeScript has it only in the browser's types.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

let compiled: Promise<object> | undefined

/**
 * V8 compiles the same WebAssembly once per process, for as long as the result is in use. Kept here, it starts every
 * embedded database of this process compiled.
 */
export function compileEmbeddedDatabase(): Promise<object> {
  compiled ??= readFile(wasmFile()).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

function wasmFile(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return path.join(path.dirname(main), 'pglite.wasm')
}
