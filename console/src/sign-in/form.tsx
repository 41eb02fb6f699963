import { Alert, Button, Collapse, PasswordInput, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { signIn } from '../api/client.ts'
import { shown } from '../parts/shown.tsx'

/** Calls `done` after a sign-in, and shows the reason of a failed one. `email` is set if it must not change. */
export function SignInForm({ email: known, done }: { readonly email?: string; readonly done: () => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasTenant, setHasTenant] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    setBusy(true)
    setRefusal(null)
    try {
      const tenant = text('tenant')
      const password = String(form.get('password') ?? '')
      await signIn({ email: known ?? text('email'), password, ...(tenant === '' ? {} : { tenant }) })
      done()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {known === undefined ? (
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
          />
        ) : (
          <TextInput label="Email" name="email" type="email" autoComplete="username" value={known} readOnly />
        )}
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0, 'aria-hidden': undefined }}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Collapse expanded={hasTenant}>
          <TextInput label="Tenant" name="tenant" description="Required if your address has an account in several" />
        </Collapse>
        {refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {shown(refusal)}
          </Alert>
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          Sign in
        </Button>
        {!hasTenant && (
          <UnstyledButton type="button" className="quiet link" onClick={() => setHasTenant(true)}>
            Choose one tenant of several
          </UnstyledButton>
        )}
      </Stack>
    </form>
  )
}
