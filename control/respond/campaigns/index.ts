/** The parts of campaigns that the services may use. */
export { campaignWorkers, carryCampaignsOn } from './carry-on.ts'
