/** Operations of searches that people keep. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, oneOf, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import { type Actor, operationsOf } from '../../platform/acting/index.ts'
import {
  addSavedSearch,
  changeSavedSearch,
  deleteSavedSearch,
  SAVED_LANGUAGES,
  SAVED_SEARCH_LIMITS,
  SAVED_SEARCHES,
  type SavedSearchInput,
  savedSearches,
} from './saved-search.ts'

const operation = operationsOf<unknown>()
const { nameChars, queryChars, hours, columns, columnChars } = SAVED_SEARCH_LIMITS

const body = named(
  'SavedSearchPut',
  Type.Object(
    {
      name: plainText(nameChars),
      query: plainText(queryChars, 0),
      language: Type.Optional(oneOf(SAVED_LANGUAGES)),
      hours: Type.Optional(Type.Integer({ minimum: 1, maximum: hours, default: 24 })),
      columns: Type.Optional(Type.Array(plainText(columnChars), { maxItems: columns, uniqueItems: true })),
      is_shared: Type.Optional(Type.Boolean({ default: false })),
    },
    closed,
  ),
)

/** Throws `forbidden` for programs, and for who works here under a delegation. */
function personOf({ kind, personId, delegationId }: Actor): string {
  if (kind !== 'user' || personId === null || delegationId !== null)
    throw new AppError('forbidden', 'searches are kept for a person of this tenant')
  return personId
}

type Sent = Pick<SavedSearchInput, 'name' | 'query'> & Partial<SavedSearchInput>

function whole({ name, query, ...rest }: Sent): SavedSearchInput {
  const { language = 'lucene', hours: back = 24, columns: shown = [], is_shared = false } = rest
  return { name, query, language, hours: back, columns: shown, is_shared }
}

const list = operation({
  name: 'searches.saved',
  summary: 'Saved searches of the caller, and shared ones of the tenant',
  permission: 'lake:query',
  path: 'GET /events/saved-searches',
  query: Type.Object(pageQuery, closed),
  output: pageOf(SAVED_SEARCHES.schema),
  run: async ({ tx, actor }, request) => pageOfList(await savedSearches(tx, personOf(actor)), request, ({ id }) => id),
})

const add = operation({
  name: 'searches.save',
  summary: 'Save a search for the caller or for everybody in the tenant',
  permission: 'lake:query',
  audit: 'search:saved',
  path: 'POST /events/saved-searches',
  status: 201,
  body,
  output: SAVED_SEARCHES.schema,
  async run({ tx, actor, note }, sent) {
    const saved = await addSavedSearch(tx, personOf(actor), whole(sent))
    note({ resource: 'saved_search', resourceId: saved.id, changes: { name: saved.name, is_shared: saved.is_shared } })
    return saved
  },
})

const change = operation({
  name: 'searches.change_saved',
  summary: 'Replace a saved search of the caller',
  permission: 'lake:query',
  audit: 'search:saved_changed',
  path: 'PUT /events/saved-searches/:id',
  body,
  output: SAVED_SEARCHES.schema,
  async run({ tx, actor, note }, { id, ...sent }) {
    const changed = await changeSavedSearch(tx, { id, ownerId: personOf(actor) }, whole(sent))
    if (changed === null) throw new AppError('not_found', `no search ${id} of yours`)
    note({ resource: 'saved_search', resourceId: id, changes: { name: changed.name, is_shared: changed.is_shared } })
    return changed
  },
})

const remove = operation({
  name: 'searches.delete_saved',
  summary: 'Delete a saved search of the caller',
  permission: 'lake:query',
  audit: 'search:saved_deleted',
  removes: 'records',
  path: 'DELETE /events/saved-searches/:id',
  async run({ tx, actor, note }, { id }) {
    note({ resource: 'saved_search', resourceId: id })
    if (!(await deleteSavedSearch(tx, id, personOf(actor)))) throw new AppError('not_found', `no search ${id} of yours`)
  },
})

export const SAVED_SEARCH_OPERATIONS = [list, add, change, remove]
