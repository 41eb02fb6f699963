/** Operations of campaigns. */
import { Type } from 'typebox'
import { closed, named, plainText } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { RESPONSE_LIMITS } from '../response/index.ts'
import {
  askForCampaign,
  CAMPAIGN_LIMITS,
  CAMPAIGN_STATUS,
  CAMPAIGN_TENANTS,
  CAMPAIGNS,
  campaign,
  campaignsPage,
  tenantsOf,
} from './campaign.ts'

const operation = operationsOf<unknown>()

const list = operation.page({
  name: 'campaigns.list',
  summary: 'Campaigns over the tenants under delegation, newest first',
  permission: 'actions:read',
  path: 'GET /campaigns',
  item: named('CampaignState', Type.Intersect([CAMPAIGNS.schema, CAMPAIGN_STATUS])),
  run: ({ tx }, _, { rows, after }) => campaignsPage(tx, rows, after),
})

const get = operation({
  name: 'campaigns.get',
  summary: 'One campaign with its result in each tenant',
  permission: 'actions:read',
  path: 'GET /campaigns/:id',
  output: named(
    'CampaignOutcomes',
    Type.Object({ campaign: CAMPAIGNS.schema, outcomes: Type.Array(CAMPAIGN_TENANTS.schema) }),
  ),
  run: async ({ tx }, { id }) => ({ campaign: await campaign(tx, id), outcomes: await tenantsOf(tx, id) }),
})

const ask = operation({
  name: 'campaigns.ask',
  summary: 'Request one action over several tenants, decided once',
  description:
    'Another person of the provider decides. In each tenant the delegations of the two then request and approve the action, under the rules of that tenant: an action that these refuse is refused there, and if neither may approve, the tenant’s own people decide.',
  permission: 'actions:write',
  ofPerson: true,
  audit: 'campaign:requested',
  path: 'POST /campaigns',
  status: 201,
  body: named(
    'CampaignAsk',
    Type.Object(
      {
        title: plainText(200),
        action_type: Type.String({ minLength: 1, maxLength: 60 }),
        parameters: Type.Optional(
          Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: RESPONSE_LIMITS.parameterChars }), {
            maxProperties: 20,
          }),
        ),
        rationale: plainText(2000),
        targets: Type.Array(
          Type.Object({ tenant_id: Type.String({ minLength: 1, maxLength: 63 }), target: plainText(500) }, closed),
          { minItems: 1, maxItems: CAMPAIGN_LIMITS.targets },
        ),
        quorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      },
      closed,
    ),
  ),
  output: CAMPAIGNS.schema,
  async run({ tx, actor, nowMs, note }, { parameters = {}, quorum = 1, ...input }) {
    const made = await askForCampaign(tx, actor, { ...input, parameters, quorum }, nowMs)
    const { title, action_type, targets } = input
    note({ resource: 'campaign', resourceId: made.id, changes: { title, action_type, targets: targets.length } })
    return made
  },
})

export const CAMPAIGN_OPERATIONS = [list, get, ask]
