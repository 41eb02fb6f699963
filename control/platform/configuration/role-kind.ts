/** Custom roles as documents. */
import { Type } from 'typebox'
import { closed, nullable, plainText } from '../../../schemas/wire.ts'
import {
  createRole,
  permissionCatalogue,
  removeRole,
  replaceRole,
  rolesOfTenant,
} from '../../identity/accounts/index.ts'
import { holderOf } from '../acting/index.ts'
import type { Kind } from './kind.ts'
import { placed } from './placed.ts'
import { refusedAt, specOf } from './spec.ts'

const PERMISSIONS_MAX = 200
const roleSpec = Type.Object(
  {
    description: Type.Optional(nullable(plainText(2000))),
    permissions: Type.Array(plainText(100, 1), { maxItems: PERMISSIONS_MAX, uniqueItems: true }),
  },
  closed,
)
/**
 * `name` is the role's. Its members are not part of the document. A role cannot confer a permission that the caller
 * does not hold.
 */
export const role: Kind = {
  reads: 'roles:read',
  writes: 'roles:write',
  async present(tx) {
    return (await rolesOfTenant(tx)).map(({ name, description, permissions }) => {
      return { name, spec: { description, permissions: [...permissions].sort() } }
    })
  },
  whole(sent) {
    const { description, permissions } = specOf(roleSpec, sent)
    return { description: description || null, permissions: [...permissions].sort() }
  },
  async put({ tx, actor }, sent) {
    const known = new Map((await rolesOfTenant(tx)).map((one) => [one.name, one]))
    const catalogue = new Map((await permissionCatalogue(tx)).map(({ name, id }) => [name as string, id]))
    for (const one of sent) {
      const { description, permissions } = specOf(roleSpec, one)
      const unknown = permissions.findIndex((name) => !catalogue.has(name))
      if (unknown !== -1)
        throw refusedAt(one.at, [
          {
            loc: ['permissions', unknown],
            msg: `there is no permission ${permissions[unknown]}`,
            type: 'configuration',
          },
        ])
      const permissionIds = permissions.map((name) => catalogue.get(name) ?? '')
      const input = { name: one.name, description: description || null, permissionIds }
      const before = known.get(one.name)
      await placed(one.at, () =>
        before ? replaceRole(tx, holderOf(actor), before.id, input) : createRole(tx, holderOf(actor), input),
      )
    }
  },
  async remove({ tx, actor }, names) {
    const known = new Map((await rolesOfTenant(tx)).map((one) => [one.name, one.id]))
    for (const name of names) await removeRole(tx, holderOf(actor), known.get(name) ?? '')
  },
}
