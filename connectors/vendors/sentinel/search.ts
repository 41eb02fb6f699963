/** `POST /v1/workspaces/{id}/query` of Log Analytics: tables of columns and rows. */
import { AppError } from '../../../platform/errors.ts'
import { isoTime } from '../../../platform/iso-time.ts'
import { refuseFaults } from '../../polling/ask.ts'
import { signIn } from '../../polling/sign-in.ts'
import { at } from '../../polling/table.ts'
import { rowsOf, type SearchAnswer, type SearchRequest } from '../../search/search.ts'
import { SENTINEL_POLL } from './poll.ts'

export async function searchSentinel({
  statement,
  span,
  secrets,
  settings,
  ask,
}: SearchRequest): Promise<SearchAnswer> {
  const { auth } = SENTINEL_POLL
  const poll = auth.kind === 'oauth2' ? { auth: { ...auth, scope: '{query_url}/.default' } } : SENTINEL_POLL
  const headers = {
    ...(await signIn(poll, secrets, settings, ask)),
    'content-type': 'application/json',
    accept: 'application/json',
  }
  const body = JSON.stringify({ query: statement, timespan: `${isoTime(span.fromMs)}/${isoTime(span.toMs)}` })
  const url = `${settings.query_url}/v1/workspaces/${encodeURIComponent(settings.workspace_id ?? '')}/query`
  const value = JSON.parse(
    refuseFaults(await ask({ method: 'POST', url, headers, body })).body.toString('utf8'),
  ) as unknown
  const error = at(value, 'error')
  const fault = error === undefined ? null : String(at(error, 'message') ?? at(error, 'code')).slice(0, 300)
  const tables = at(value, 'tables')
  if (!Array.isArray(tables)) throw new AppError('unavailable', fault ?? 'Log Analytics answered without tables')
  const table: unknown = tables.find((one) => at(one, 'name') === 'PrimaryResult') ?? tables[0]
  return { rows: rowsOf(at(table, 'columns'), at(table, 'rows')), partial: fault }
}
