export { awayAt } from '@partyline/contract'
