/** `POST /_query`: ES|QL, answered as columns and values. */
import { AppError } from '../../../platform/errors.ts'
import { refuseFaults } from '../../polling/ask.ts'
import { signIn } from '../../polling/sign-in.ts'
import { at } from '../../polling/table.ts'
import { rowsOf, type SearchAnswer, type SearchRequest } from '../../search/search.ts'
import { ELASTIC_POLL } from './poll.ts'

export async function searchElastic({ statement, secrets, settings, ask }: SearchRequest): Promise<SearchAnswer> {
  const headers = {
    ...(await signIn(ELASTIC_POLL, secrets, settings, ask)),
    'content-type': 'application/json',
    accept: 'application/json',
  }
  const body = JSON.stringify({ query: statement, allow_partial_results: true })
  const answer = await ask({ method: 'POST', url: `${settings.base_url}/_query`, headers, body })
  const value = JSON.parse(refuseFaults(answer).body.toString('utf8')) as unknown
  const error = at(value, 'error')
  if (error !== undefined) throw new AppError('bad_request', `Elastic answered: ${JSON.stringify(error).slice(0, 300)}`)
  const partial = at(value, 'is_partial') === true ? 'some shards did not answer' : null
  return { rows: rowsOf(at(value, 'columns'), at(value, 'values')), partial }
}
