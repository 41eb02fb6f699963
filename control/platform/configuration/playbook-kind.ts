/** Playbooks as documents. */
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import {
  changePlaybook,
  createPlaybook,
  deletePlaybook,
  type Playbook,
  playbooksOf,
  requireDocument,
} from '../../respond/playbooks/index.ts'
import { idOf } from '../acting/index.ts'
import type { Kind, Sent } from './kind.ts'
import { byName, placed } from './placed.ts'
import { refusedAt } from './spec.ts'

/** The members of a playbook's document but its name, which is the document's, and `enabled`. */
export const playbook: Kind = {
  reads: 'playbooks:read',
  writes: 'playbooks:write',
  async present(tx) {
    return (await ownPlaybooks(tx)).map(({ enabled, document: { name, ...rest } }) => {
      return { name, spec: { enabled, ...rest } }
    })
  },
  whole(sent) {
    const { enabled, document } = playbookIn(sent)
    const { name: _, ...rest } = document
    return { enabled, ...rest }
  },
  async put(call, sent) {
    const known = byName(await ownPlaybooks(call.tx), ({ document }) => document.name, 'playbook')
    for (const one of sent) {
      const { enabled, document } = playbookIn(one)
      const before = known(one.name)
      const author = idOf(call.actor)
      await placed(one.at, () =>
        before
          ? changePlaybook(call.tx, before.id, { document, enabled }, author)
          : createPlaybook(call.tx, document, enabled, author),
      )
    }
  },
  async remove({ tx }, names) {
    const known = byName(await ownPlaybooks(tx), ({ document }) => document.name, 'playbook')
    for (const name of names) await deletePlaybook(tx, (known(name) as Playbook).id)
  },
}

const ownPlaybooks = async (tx: TenantTx) => (await playbooksOf(tx)).filter(({ isBuiltin }) => !isBuiltin)

function playbookIn({ at, name, spec: { enabled = true, ...rest } }: Sent) {
  if (typeof enabled !== 'boolean')
    throw refusedAt(at, [{ loc: ['enabled'], msg: 'is true or false', type: 'configuration' }])
  try {
    return { enabled, document: requireDocument({ ...rest, name }) }
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    throw refusedAt(
      at,
      error.faults.map(({ loc, ...fault }) => ({ ...fault, loc: loc.slice(2) })),
    )
  }
}
