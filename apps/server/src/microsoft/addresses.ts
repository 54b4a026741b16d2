export const ENTRA = 'https://login.microsoftonline.com'
export const GRAPH = 'https://graph.microsoft.com'
/** All permissions: in a request for consent those that the app registration lists, in one for a token those with consent. */
export const GRAPH_SCOPE = `${GRAPH}/.default`
