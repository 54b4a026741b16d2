// npm run push-keys: prints settings for push notifications, with new keys.
import { pushKeysCommand } from './push-keys-command.ts'

pushKeysCommand(console.log)
