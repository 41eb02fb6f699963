/** Groups of a directory. */
import {
  type ChangedGroup,
  createDirectoryGroup,
  deleteDirectoryGroup,
  directoryGroupById,
  GROUP_KIND,
  type GroupWithMembers,
  listDirectoryGroups,
  patchDirectoryGroup,
  replaceDirectoryGroup,
} from '../../control/identity/accounts/index.ts'
import { groupNote } from './provisioning-note.ts'
import { resourceRoutes } from './resource-routes.ts'
import { isShown } from './shown-attributes.ts'
import { groupVersion, groupView } from './views.ts'

export const scimGroupRoutes = resourceRoutes<GroupWithMembers, ChangedGroup>({
  path: '/Groups',
  name: 'group',
  kind: GROUP_KIND,
  summaries: {
    list: 'Groups of the directory, oldest first',
    search: 'Search groups of the directory, with the query in the body',
    create: 'Create a group; its name determines the role it grants',
    get: 'One group',
    replace: 'Replace a group and its members',
    patch: 'Change a group; 204, or the group when attributes are requested',
    remove: 'Delete a group; its members lose the roles it granted',
  },
  list: (tx, query, shown) => listDirectoryGroups(tx, query, isShown(GROUP_KIND, 'members', shown)),
  byId: directoryGroupById,
  create: createDirectoryGroup,
  replace: (tx, _, id, body, check) => replaceDirectoryGroup(tx, id, body, check),
  patch: (tx, _, id, body, check) => patchDirectoryGroup(tx, id, body, check),
  remove: deleteDirectoryGroup,
  resourceOf: ({ group }) => group,
  note: groupNote,
  view: groupView,
  version: groupVersion,
  // A group gives rights to many users of the tenant.
  forget: ({ principals }, { tenantId }) => principals.forget((principal) => principal.tenantId === tenantId),
  // A directory changes large groups member by member: the whole group would be the answer to each change.
  isQuietPatch: true,
})
