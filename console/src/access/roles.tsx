import { useChoices } from '../parts/choices.ts'
import { actions, mono, State, short, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { labelOf } from '../parts/words.ts'
import { RoleMatrix } from './role-matrix.tsx'

export function Roles() {
  const permissions = useChoices('GET /api/v1/rbac/permissions', ({ items }) =>
    items.map(({ id, name }) => ({ value: id, label: name })),
  )
  const choices = { permission_ids: permissions }
  return (
    <>
      <Listing<'GET /api/v1/rbac/roles'>
        title="Roles"
        about="Built-in roles cannot be changed. Create your own role where none fits; it can have only permissions that you have."
        list="GET /api/v1/rbac/roles"
        changes="POST /api/v1/rbac/roles"
        aside={
          <FormButton operation="POST /api/v1/rbac/roles" label="New role" submit="Make the role" choices={choices} />
        }
        empty={{ title: 'No roles' }}
        columns={[
          { head: 'Role', isShort: true, cell: ({ name }) => <Shown text={labelOf(name)} lengthMax={120} /> },
          words('About', 'description'),
          { head: 'From', isShort: true, cell: ({ is_system: isOurs }) => <State of={isOurs ? 'built in' : 'own'} /> },
          { head: 'Permissions', isNumber: true, isShort: true, cell: ({ permissions: held }) => held.length },
          actions((row) =>
            row.is_system ? null : (
              <>
                <FormButton
                  operation="PUT /api/v1/rbac/roles/{id}"
                  path={{ id: row.id }}
                  initial={{
                    name: row.name,
                    description: row.description,
                    permission_ids: row.permissions.map(({ id }) => id),
                  }}
                  choices={choices}
                  label="Edit"
                  ariaLabel={`Edit the role ${row.name.slice(0, 80)}`}
                  submit="Save"
                  variant="subtle"
                />
                <ActButton
                  operation="DELETE /api/v1/rbac/roles/{id}"
                  path={{ id: row.id }}
                  label="Delete"
                  ariaLabel={`Delete the role ${row.name.slice(0, 80)}`}
                  variant="subtle"
                  confirm="Users with this role lose its permissions at once."
                />
              </>
            ),
          ),
        ]}
      />
      <RoleMatrix />
      <Listing<'GET /api/v1/rbac/permissions'>
        title="Permissions"
        about="Roles consist of permissions. The API uses the built-in ones; your own are for your own programs, which read them."
        list="GET /api/v1/rbac/permissions"
        query={{ limit: 200 }}
        changes="POST /api/v1/rbac/permissions"
        aside={
          <FormButton operation="POST /api/v1/rbac/permissions" label="New permission" submit="Make the permission" />
        }
        empty={{ title: 'No permissions' }}
        columns={[
          mono('Permission', 'name'),
          words('About', 'description'),
          short('Area', 'category'),
          actions((row) =>
            row.is_system ? null : (
              <>
                <FormButton
                  operation="PUT /api/v1/rbac/permissions/{id}"
                  path={{ id: row.id }}
                  initial={{ description: row.description }}
                  label="Edit"
                  ariaLabel={`Edit the permission ${row.name.slice(0, 80)}`}
                  submit="Save"
                  variant="subtle"
                />
                <ActButton
                  operation="DELETE /api/v1/rbac/permissions/{id}"
                  path={{ id: row.id }}
                  label="Delete"
                  ariaLabel={`Delete the permission ${row.name.slice(0, 80)}`}
                  variant="subtle"
                  confirm="It is removed from every role that has it."
                />
              </>
            ),
          ),
        ]}
      />
    </>
  )
}
