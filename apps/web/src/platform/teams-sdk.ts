// Named exports keep the rest of the SDK out of the chunk.
export { app, authentication, pages } from '@microsoft/teams-js'
