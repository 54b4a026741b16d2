export { createApp } from './app.ts'
export type { App, AppOptions } from './app.ts'
export {
  ConfigError,
  describeSettings,
  environment,
  lockFolder,
  openDatabase,
  PUSH_SERVICES,
  readConfig,
  readSettings,
} from './platform/index.ts'
export type { Config, Outside, Setting } from './platform/index.ts'
export { createPushKeys } from './push-keys-command.ts'
