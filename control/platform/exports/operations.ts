/** Operations of signatures of exports. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { operationsOf } from '../acting/index.ts'
import { detachedSchema, EXPORT_SIGNATURES } from './export-signature.ts'
import { exportSignature, exportSignatures } from './sign-export.ts'

const operation = operationsOf<unknown>()
/** Newer ones than these are listed; each is found by its id. */
const SHOWN_MAX = 10_000

const list = operation({
  name: 'export_signatures.list',
  summary: 'Signatures of the newest 10,000 exports, newest first',
  permission: 'settings:read',
  path: 'GET /governance/export-signatures',
  query: Type.Object(pageQuery, closed),
  output: pageOf(EXPORT_SIGNATURES.schema),
  run: async ({ tx }, page) => pageOfList(await exportSignatures(tx, SHOWN_MAX), page, ({ id }) => id),
})

const get = operation({
  name: 'export_signatures.get',
  summary: 'The detached signature of an export, with its public key',
  description: '`svc exports verify FILE --signature SIGNATURE` checks a file with it, without this installation.',
  permission: 'settings:read',
  path: 'GET /governance/export-signatures/:id',
  output: detachedSchema,
  async run({ tx }, { id }) {
    const found = await exportSignature(tx, id)
    if (found === null) throw new AppError('not_found', `no signature of an export ${id}`)
    return found
  },
})

export const EXPORT_OPERATIONS = [list, get]
