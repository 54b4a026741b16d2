// Naming the parts that are used keeps the rest of the SDK out of the chunk.
export { app, authentication, pages } from '@microsoft/teams-js'
