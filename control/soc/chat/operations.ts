/** Operations of the chat bot: a person links their account, and ends that. */
import { Type } from 'typebox'
import type { Sealer } from '../../../platform/seal.ts'
import { named } from '../../../schemas/wire.ts'
import { operationsOf, requirePerson } from '../../platform/acting/index.ts'
import { makeLinkCode, unlinkAccounts } from './accounts.ts'

const operation = operationsOf<{ readonly sealer: Sealer }>()

const code = operation({
  name: 'chat.link_code',
  summary: 'Get a code that links the caller’s account in a chat, valid for ten minutes: /svc link CODE',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'chat:code_made',
  path: 'POST /chat/link-codes',
  status: 201,
  output: named('ChatLinkCode', Type.Object({ code: Type.String(), expires_at: Type.String({ format: 'date-time' }) })),
  async run({ tx, actor, deps, nowMs, note }) {
    const userId = requirePerson(actor)
    const { code: made, expiresAt } = await makeLinkCode(tx, deps.sealer, userId, nowMs)
    note({ resource: 'user', resourceId: userId })
    return { code: made, expires_at: expiresAt }
  },
})

const unlink = operation({
  name: 'chat.unlink',
  summary: 'Remove every link between the caller’s account and a chat',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'chat:account_unlinked',
  path: 'DELETE /chat/accounts',
  removes: 'access',
  output: named('ChatUnlinked', Type.Object({ unlinked: Type.Integer() })),
  async run({ tx, actor, note }) {
    const userId = requirePerson(actor)
    const unlinked = await unlinkAccounts(tx, userId)
    note({ resource: 'user', resourceId: userId, changes: { unlinked } })
    return { unlinked }
  },
})

export const CHAT_OPERATIONS = [code, unlink]
