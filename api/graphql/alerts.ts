import {
  type Alert,
  type AlertFilter,
  alertFacets,
  getAlert,
  isOneOf,
  newestAlerts,
  SEVERITIES,
  STATUSES,
} from '../../control/soc/alerts/index.ts'
import { AppError } from '../../platform/errors.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import { positionOf } from '../../platform/paging.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import { LIMIT_DEFAULT } from '../../schemas/wire.ts'
import { type Connection, connection } from './connection.ts'
import { followed, type GraphqlContext } from './context.ts'
import { alertOf, type ShownAlert } from './new-alerts.ts'
import type { Resolvers } from './schema.ts'

type ListArgs = {
  readonly status?: string | null
  readonly severity?: string | null
  readonly limit?: number | null
  readonly cursor?: string | null
}

export const alertResolvers: Resolvers = {
  'Query.alerts': alerts,
  'Query.alert': alert,
  'Alert.severity': ({ severity }: ShownAlert) => severity.toUpperCase(),
  'Alert.status': ({ status }: ShownAlert) => status.toUpperCase(),
  'Alert.riskScore': ({ riskScore, aiScore }: ShownAlert) => riskScore ?? aiScore,
  'Alert.source': ({ connectorType }: ShownAlert) => connectorType,
  'Alert.createdAt': ({ createdAt }: ShownAlert) => createdAt.toISOString(),
  'Alert.updatedAt': ({ updatedAt }: ShownAlert) => updatedAt.toISOString(),
  'Alert.case': ({ caseId }: ShownAlert, _: unknown, { cases }: GraphqlContext) =>
    caseId === null ? null : cases.load(caseId),
  'Alert.assignee': assignee,
  'Subscription.alertCreated': newAlerts,
}

async function alerts(_: unknown, args: ListArgs, { read }: GraphqlContext): Promise<Connection<Alert>> {
  const limit = args.limit ?? LIMIT_DEFAULT
  const after = positionOf(args.cursor ?? undefined)
  const filter: AlertFilter = {
    severities: wordOf(args.severity, SEVERITIES),
    statuses: wordOf(args.status, STATUSES),
  }
  const rows = await read((tx) => newestAlerts(tx, filter, limit + 1, after))
  return connection(rows, limit, () => read(async (tx) => (await alertFacets(tx, filter)).total))
}

/** GraphQL's words are ours in capitals. */
function wordOf<T extends string>(word: string | null | undefined, words: readonly T[]): readonly T[] | undefined {
  const ours = word?.toLowerCase()
  return ours !== undefined && isOneOf(words, ours) ? [ours] : undefined
}

async function alert(_: unknown, { id }: { id: string }, { read }: GraphqlContext): Promise<Alert | null> {
  if (!isUuid(id)) throw new InvalidInput({ loc: ['args', 'id'], msg: 'is not a UUID', type: 'format' })
  try {
    return await read((tx) => getAlert(tx, id))
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** The announcement of a new alert omits its assignee: this reads it then. */
async function assignee(shownAlert: ShownAlert, _: unknown, context: GraphqlContext) {
  const { assignedToId } =
    shownAlert.assignedToId === undefined ? await context.read((tx) => getAlert(tx, shownAlert.id)) : shownAlert
  return typeof assignedToId === 'string' ? context.users.load(assignedToId) : null
}

function newAlerts(_: unknown, __: unknown, { follow, principal: { tenantId } }: GraphqlContext) {
  return followed(follow, ['alert_created'], (change) => () => alertOf(tenantId, change))
}
