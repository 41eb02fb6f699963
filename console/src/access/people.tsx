import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, State, when } from '../parts/columns.tsx'
import { Listing, useList } from '../parts/listing.tsx'
import { ActButton, ActDialog, Dialog, FormButton, Lacks } from '../parts/operation-form.tsx'
import { type RowAct, RowMenu } from '../parts/row-menu.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { wordOf } from '../parts/words.ts'
import { Secret } from '../settings/secret.tsx'

type User = AnswerOf<'GET /api/v1/users/{id}'>

/** Roles that can be granted over the API, lowest first; the API refuses roles that the granting user does not hold. */
const ROLES = ['viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin']
const ROLE_CHOICES = ROLES.map((value) => ({ value, label: value.replaceAll('_', ' ') }))

export function People() {
  const [opened, setOpened] = useState<User | null>(null)
  const [once, setOnce] = useState<{ email: string; password: string } | null>(null)
  return (
    <>
      {once && <Secret name={`First password of ${once.email.slice(0, 80)}`} value={once.password} />}
      <Listing<'GET /api/v1/users'>
        title="People"
        about="Invited users set a password with the mailed link; users of single sign-on or SCIM need no invitation."
        list="GET /api/v1/users"
        changes="POST /api/v1/users"
        aside={
          <>
            <FormButton
              operation="POST /api/v1/users/invitations"
              label="Invite by mail"
              title="Invite a person"
              submit="Send the invitation"
              variant="filled"
              initial={{ role: 'soc_analyst' }}
              choices={{ role: ROLE_CHOICES }}
            />
            <FormButton
              operation="POST /api/v1/users"
              label="Create an account"
              title="Create an account with a first password"
              submit="Create the account"
              initial={{ role: 'soc_analyst' }}
              choices={{ role: ROLE_CHOICES }}
            />
          </>
        }
        empty={{ title: 'Nobody' }}
        columns={[
          {
            head: 'Person',
            cell: ({ email, username }) => (
              <>
                <Shown text={username} lengthMax={120} />
                <Text size="xs" className="quiet">
                  <Shown text={email} lengthMax={120} />
                </Text>
              </>
            ),
          },
          { head: 'Role', isShort: true, cell: ({ role }) => wordOf(role) },
          {
            head: 'State',
            isShort: true,
            cell: ({ is_active: isActive }) => <State of={isActive ? 'active' : 'deactivated'} />,
          },
          when('Last sign-in', 'last_login'),
          actions((row) => (
            <PersonActions
              row={row}
              show={() => setOpened(row)}
              reset={(password) => setOnce({ email: row.email, password })}
            />
          )),
        ]}
      />
      <Dialog
        title={`What ${opened?.email.slice(0, 80) ?? ''} may do`}
        isOpen={opened !== null}
        close={() => setOpened(null)}
      >
        {opened && <Effective user={opened} />}
      </Dialog>
    </>
  )
}

type PersonActionsProps = {
  readonly row: User
  /** Opens the person's permissions. */
  readonly show: () => void
  /** Receives the new password, which is shown once. */
  readonly reset: (password: string) => void
}

type Opened = 'password' | 'invitation' | 'state'

/** The most frequent action has a button and the others a menu: five buttons in each row hide the list. */
function PersonActions({ row, show, reset }: PersonActionsProps) {
  const { me } = useSession()
  const [opened, setOpened] = useState<Opened | null>(null)
  const name = row.email.slice(0, 80)
  const acts: RowAct[] = [
    { label: 'Permissions', operation: 'GET /api/v1/rbac/users/{user_id}/effective-permissions', open: show },
    {
      ...{ label: 'New password …', operation: 'POST /api/v1/users/{id}/password-reset' },
      open: () => setOpened('password'),
    },
  ]
  if (row.last_login === null && row.is_active)
    acts.push({
      ...{ label: 'Invite again …', operation: 'POST /api/v1/users/{id}/invitation' },
      open: () => setOpened('invitation'),
    })
  if (row.id !== me?.id)
    acts.push({
      ...{ label: row.is_active ? 'Deactivate …' : 'Activate …', operation: 'PATCH /api/v1/users/{id}' },
      ...{ open: () => setOpened('state'), isHard: row.is_active },
    })
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <FormButton
        operation="PATCH /api/v1/users/{id}"
        path={{ id: row.id }}
        before={row}
        choices={{ role: ROLE_CHOICES }}
        label="Edit"
        title={`Edit ${name}`}
        ariaLabel={`Edit ${name}`}
        submit="Save"
        variant="subtle"
      />
      <RowMenu of={name} acts={acts} />
      <PersonDialogs row={row} opened={opened} close={() => setOpened(null)} reset={reset} />
    </Group>
  )
}

type PersonDialogsProps = Pick<PersonActionsProps, 'row' | 'reset'> & {
  readonly opened: Opened | null
  readonly close: () => void
}

function PersonDialogs({ row, opened, close, reset }: PersonDialogsProps) {
  const name = row.email.slice(0, 80)
  const path = { id: row.id }
  return (
    <>
      <ActDialog
        operation="POST /api/v1/users/{id}/password-reset"
        path={path}
        title={`Give ${name} a new password`}
        label="New password"
        confirm="This ends the old password and all sessions. The new password is shown once."
        isOpen={opened === 'password'}
        close={close}
        done={({ password }) => reset(password)}
      />
      <ActDialog
        operation="POST /api/v1/users/{id}/invitation"
        path={path}
        title={`Mail ${name} another link`}
        label="Invite again"
        confirm="A new link is mailed; the earlier one stops working."
        isOpen={opened === 'invitation'}
        close={close}
      />
      <ActDialog
        operation="PATCH /api/v1/users/{id}"
        path={path}
        body={{ is_active: !row.is_active }}
        title={`${row.is_active ? 'Deactivate' : 'Activate'} ${name}`}
        label={row.is_active ? 'Deactivate' : 'Activate'}
        confirm={
          row.is_active
            ? 'They are signed out and cannot sign in. Records of what they did keep their name.'
            : 'They may sign in again.'
        }
        isOpen={opened === 'state'}
        close={close}
      />
    </>
  )
}

/** Every permission with the roles that grant it, and custom roles beside the account's own. */
function Effective({ user }: { readonly user: User }) {
  const found = useQuery({
    queryKey: ['effective', user.id],
    queryFn: () => call('GET /api/v1/rbac/users/{user_id}/effective-permissions', { path: { user_id: user.id } }),
  })
  return (
    <Loaded query={found} lines={8}>
      {({ roles, permissions, by_permission: by }) => (
        <div className="stack">
          <ul className="plain">
            {roles.map(({ name, source }) => (
              <li key={`${name} ${source}`}>
                <b>{name.replaceAll('_', ' ')}</b> <span className="quiet">{source.replaceAll('_', ' ')}</span>
              </li>
            ))}
          </ul>
          <MoreRoles user={user} held={roles.map(({ name }) => name)} />
          <Text size="sm" fw={600}>
            {permissions.length} permissions
          </Text>
          <ul className="plain permissions">
            {permissions.map((name) => (
              <li key={name}>
                <span className="mono">{name}</span>{' '}
                <span className="quiet">{([] as unknown[]).concat(by[name] ?? []).join(', ')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}

function MoreRoles({ user, held }: { readonly user: User; readonly held: readonly string[] }) {
  const session = useSession()
  const queries = useQueryClient()
  const roles = useList('GET /api/v1/rbac/roles')
  const [chosen, setChosen] = useState('')
  const own = (roles.data ?? []).filter(({ is_system: isOurs }) => !isOurs)
  const give = useMutation({
    mutationFn: () =>
      call('POST /api/v1/rbac/users/{user_id}/roles', { path: { user_id: user.id }, body: { role_id: chosen } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  if (lacking(session, 'POST /api/v1/rbac/users/{user_id}/roles') !== null)
    return <Lacks operation="POST /api/v1/rbac/users/{user_id}/roles" />
  if (own.length === 0)
    return (
      <Text size="sm" className="quiet">
        Roles that you make under Roles and permissions can be added here.
      </Text>
    )
  return (
    <>
      {own
        .filter(({ name }) => held.includes(name))
        .map(({ id, name }) => (
          <Group key={id} gap="xs">
            <Text size="sm">{name}</Text>
            <ActButton
              operation="DELETE /api/v1/rbac/users/{user_id}/roles/{role_id}"
              path={{ user_id: user.id, role_id: id }}
              label="Take away"
              ariaLabel={`Remove the role ${name.slice(0, 80)}`}
              variant="subtle"
            />
          </Group>
        ))}
      <Group gap="xs" align="end">
        <NativeSelect
          label="Another role"
          data={[
            { value: '', label: 'Choose one' },
            ...own.filter(({ name }) => !held.includes(name)).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button variant="default" disabled={chosen === ''} loading={give.isPending} onClick={() => give.mutate()}>
          Add the role
        </Button>
      </Group>
      {give.error && <Failure error={give.error} />}
    </>
  )
}
