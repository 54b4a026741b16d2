export { teamsPlugin } from './teams-plugin.ts'
