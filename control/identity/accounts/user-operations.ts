/** Operations of users of a tenant. */
import { Type } from 'typebox'
import { closed, named, sent } from '../../../schemas/wire.ts'
import { holderOf, operationsOf } from '../../platform/acting/index.ts'
import {
  changeUser,
  createUser,
  getUser,
  type HashSlots,
  PASSWORD_MAX,
  type PrincipalCache,
  prepareUser,
  type User,
  usersPage,
} from './index.ts'
import { USERS } from './user.ts'

type Deps = { readonly slots: HashSlots; readonly principals: PrincipalCache }

const operation = operationsOf<Deps>({ tag: 'identity' })
const username = Type.String({ minLength: 1, maxLength: 120 })
const role = Type.String({ minLength: 1, maxLength: 60 })

const { created_at, last_login_at: last_login, ...userMembers } = { ...USERS.members, role: Type.String() }

export { userMembers }
export const userSchema = named('User', Type.Object({ ...userMembers, last_login, created_at }))
export const userView = (user: User) => ({ ...user, lastLogin: user.lastLoginAt })

const list = operation.page({
  name: 'users.list',
  summary: 'Users, newest first',
  permission: 'users:read',
  path: 'GET /users',
  item: userSchema,
  async run({ tx }, _, { rows, after }) {
    return (await usersPage(tx, rows, after)).map(({ item, position }) => ({ item: userView(item), position }))
  },
})

const create = operation.outside({
  name: 'users.create',
  summary: 'Create a user',
  permission: 'users:write',
  audit: 'user:created',
  path: 'POST /users',
  status: 201,
  idempotent: true,
  body: sent('UserCreate', {
    email: Type.String({ minLength: 3, maxLength: 254 }),
    username,
    password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
    role: Type.Optional(role),
  }),
  output: userSchema,
  async run({ workOnce, actor, deps }, input) {
    const prepared = await prepareUser(deps.slots, holderOf(actor), input)
    return workOnce(async (tx, note) => {
      const user = await createUser(tx, prepared)
      note({ resource: 'user', resourceId: user.id, changes: { email: user.email, role: user.role } })
      return userView(user)
    })
  },
})

const get = operation({
  name: 'users.get',
  summary: 'One user',
  permission: 'users:read',
  path: 'GET /users/:id',
  output: userSchema,
  run: async ({ tx }, { id }) => userView(await getUser(tx, id)),
})

const change = operation.outside({
  name: 'users.change',
  summary: 'Change a user; deactivating ends its sessions and keys',
  permission: 'users:write',
  audit: 'user:updated',
  path: 'PATCH /users/:id',
  body: named(
    'UserPatch',
    Type.Object(
      { username: Type.Optional(username), role: Type.Optional(role), is_active: Type.Optional(Type.Boolean()) },
      { ...closed, minProperties: 1 },
    ),
  ),
  output: userSchema,
  async run({ work, actor, deps }, { id, ...changes }) {
    const { is_active: isActive, ...same } = changes
    const changed = await work((tx, note) => {
      note({ resource: 'user', resourceId: id, changes })
      return changeUser(tx, holderOf(actor), id, { ...same, isActive })
    })
    deps.principals.forget(({ userId }) => userId === id)
    return userView(changed)
  },
})

export const USER_OPERATIONS = [list, create, get, change]
