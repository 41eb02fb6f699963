/** What the services may use of campaigns. */
export { type CarryOnDeps, campaignWorkers, carryCampaignsOn } from './carry-on.ts'
