export { createApp } from './app.ts'
export type { App, AppOptions } from './app.ts'
export {
  ConfigError,
  describeSettings,
  environment,
  lockFolder,
  openDatabase,
  readConfig,
  readSettings,
} from './platform/index.ts'
export type { Config, Outside, Setting } from './platform/index.ts'
