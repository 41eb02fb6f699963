import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Failure } from '../parts/states.tsx'

const ROLES = ['viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin']

export function NewUser() {
  const session = useSession()
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: (body: Schemas['UserCreate']) => bodyOf(POST('/api/v1/users', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
  if (!may(session, 'users:write')) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const text = (name: string) => String(given.get(name)).trim()
    create.mutate(
      {
        email: text('email'),
        username: text('username'),
        password: String(given.get('password')),
        role: text('role'),
      } as Schemas['UserCreate'],
      { onSuccess: () => form.reset() },
    )
  }
  const field = { required: true, withAsterisk: false }
  return (
    <Section title="New user">
      <form onSubmit={submit} className="fields">
        <TextInput label="Email" name="email" type="email" autoComplete="off" {...field} />
        <TextInput label="Name" name="username" autoComplete="off" {...field} />
        <PasswordInput
          label="First password"
          name="password"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
          {...field}
        />
        <NativeSelect label="Role" name="role" data={ROLES} />
        <Button type="submit" loading={create.isPending}>
          Create user
        </Button>
      </form>
      {create.error && <Failure error={create.error} />}
    </Section>
  )
}
