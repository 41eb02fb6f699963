/** Users of a directory. */
import {
  type ChangedUser,
  createDirectoryUser,
  type DeletedUser,
  type DirectoryUser,
  deleteDirectoryUser,
  directoryUserById,
  listDirectoryUsers,
  patchDirectoryUser,
  replaceDirectoryUser,
  USER_KIND,
} from '../../control/identity/accounts/index.ts'
import { AppError } from '../../platform/errors.ts'
import { userNote } from './provisioning-note.ts'
import { resourceRoutes } from './resource-routes.ts'
import { userVersion, userView } from './views.ts'

type Done = { readonly user: DirectoryUser } & Partial<ChangedUser & Pick<DeletedUser, 'keptBy'>>

export const scimUserRoutes = resourceRoutes<DirectoryUser, Done>({
  path: '/Users',
  name: 'user',
  kind: USER_KIND,
  summaries: {
    list: 'Users of the tenant, oldest first',
    search: 'Search users of the tenant, with the query in the body',
    create: 'Create a user',
    get: 'One user',
    replace: 'Replace a user; missing members are cleared, except `active`',
    patch: 'Change a user; active false ends its sessions and API keys permanently',
    remove:
      'Deprovision a user; the account stays, inactive. 409 when a legal hold keeps its record; the access ends nevertheless',
  },
  list: (tx, query) => listDirectoryUsers(tx, query),
  byId: directoryUserById,
  create: async (tx, body) => ({ user: await createDirectoryUser(tx, body) }),
  replace: replaceDirectoryUser,
  patch: patchDirectoryUser,
  remove: deleteDirectoryUser,
  afterRemoval({ keptBy = null }) {
    // The access has ended even so: a user who leaves must be locked out.
    if (keptBy !== null)
      throw new AppError('conflict', `the user is inactive, and the legal hold ${keptBy.name} keeps the record`)
  },
  resourceOf: ({ user }) => user,
  note: (request, { user, ...more }) => userNote(request, user, more),
  view: userView,
  version: userVersion,
  // A user that changes may do less from now on.
  forget: ({ principals }, _, { id }) => principals.forget(({ userId }) => userId === id),
})
