/** The words of messages as documents: `name` is the kind of message, such as `escalation` or `digest`. */
import { Type } from 'typebox'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { closed } from '../../../schemas/wire.ts'
import {
  checkedText,
  MESSAGE_TEXT_FIELDS,
  type MessageText,
  ownTexts,
  replaceText,
  TEXT_KINDS,
  type TextKind,
} from '../../soc/notify/index.ts'
import type { Kind, Sent } from './kind.ts'
import { placed } from './placed.ts'
import { refusedAt, specOf } from './spec.ts'

const spec = Type.Object(MESSAGE_TEXT_FIELDS, closed)

export const messageText: Kind = {
  reads: 'settings:read',
  writes: 'settings:write',
  async present(tx) {
    return (await ownTexts(tx)).map(({ kind, subject, body }) => ({ name: kind, spec: { subject, body } }))
  },
  whole: (sent) => textOf(sent),
  async put({ tx }, sent) {
    for (const one of sent) await placed(one.at, () => replaceText(tx, kindOf(one), textOf(one)))
  },
  async remove({ tx }, names) {
    for (const name of names) await replaceText(tx, name as TextKind, { subject: null, body: null })
  },
}

function kindOf({ name, at }: Pick<Sent, 'name' | 'at'>): TextKind {
  const found = TEXT_KINDS.find((kind) => kind === name)
  if (found !== undefined) return found
  const msg = `there is no kind of message ${name}: there are ${TEXT_KINDS.join(', ')}`
  throw refusedAt(at, [{ loc: [], msg, type: 'configuration' }])
}

function textOf(sent: Sent) {
  const { subject = null, body = null } = specOf(spec, sent)
  const words = checkedAt(sent, { subject, body })
  if (words.subject !== null || words.body !== null) return words
  const msg = `the words of ${sent.name} are empty: leave the document out`
  throw refusedAt(sent.at, [{ loc: [], msg, type: 'configuration' }])
}

function checkedAt(sent: Sent, words: MessageText): MessageText {
  try {
    return checkedText(kindOf(sent), words)
  } catch (error) {
    const isOfBody = error instanceof InvalidInput && error.faults[0]?.loc.length === 2
    if (!isOfBody) throw error
    throw refusedAt(
      sent.at,
      error.faults.map((fault) => ({ ...fault, loc: fault.loc.slice(1) })),
    )
  }
}
