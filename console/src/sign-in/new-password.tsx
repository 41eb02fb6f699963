import { Alert, Button, Center, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect } from 'react'
import { bodyOf, POST } from '../api/client.ts'
import { hasPasskeys, makePasskey, passkeyFailure } from '../api/passkeys.ts'
import { currentSession, setSession } from '../api/session.ts'
import { Failure } from '../parts/states.tsx'

export const NEW_PASSWORD_PATH = '/new-password'

/**
 * The page of a mailed link: its token is after the `#`, so no server logs it. Without a token the page sends a link.
 */
export function NewPasswordPage() {
  useEffect(() => {
    document.title = 'New password · svc'
  }, [])
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  const token = fragment.get('token')
  const isInvited = fragment.get('invitation') !== null
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack className="card sign-in" gap="md">
        <Title order={1}>{isInvited ? 'Welcome' : 'New password'}</Title>
        {token === null ? <AskForLink /> : <SetPassword token={token} />}
        {token !== null && isInvited && <PasskeyInstead token={token} />}
        <a href="/">Back to the sign-in</a>
      </Stack>
    </Center>
  )
}

function AskForLink() {
  const ask = useMutation({
    mutationFn: (body: { email: string; tenant?: string }) => bodyOf(POST('/api/v1/auth/password-reset', { body })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const tenant = String(form.get('tenant') ?? '').trim()
    ask.mutate({ email: String(form.get('email') ?? '').trim(), ...(tenant === '' ? {} : { tenant }) })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">A link to set a new password is mailed to you. It works once, within an hour.</Text>
        <TextInput label="Email" name="email" type="email" autoComplete="username" required withAsterisk={false} />
        <TextInput label="Tenant" name="tenant" description="Required if your address has an account in several" />
        <Button type="submit" loading={ask.isPending} fullWidth>
          Mail me a link
        </Button>
        {ask.error && <Failure error={ask.error} />}
        {ask.isSuccess && (
          <Alert variant="light" role="status">
            If this address has an account with a password here, a link is on its way.
          </Alert>
        )}
      </Stack>
    </form>
  )
}

/** The link starts a session for creating the passkey; if that fails, a new link can set a password. */
function PasskeyInstead({ token }: { readonly token: string }) {
  const make = useMutation({
    mutationFn: async () => {
      if (currentSession().tokens === null) {
        const tokens = await bodyOf(POST('/api/v1/auth/invitations/accept', { body: { token } }))
        setSession({
          tokens: { access: tokens.access_token, refresh: tokens.refresh_token },
          me: null,
          isExpired: false,
        })
      }
      await makePasskey('My first passkey')
    },
    onSuccess: () => window.location.assign('/'),
  })
  if (!hasPasskeys()) return null
  return (
    <>
      <Button variant="default" fullWidth loading={make.isPending} onClick={() => make.mutate()}>
        Register a passkey instead
      </Button>
      {make.error && <Failure error={passkeyFailure(make.error)} />}
    </>
  )
}

function SetPassword({ token }: { readonly token: string }) {
  const set = useMutation({
    mutationFn: (body: { token: string; new_password: string }) =>
      bodyOf(POST('/api/v1/auth/password-reset/confirm', { body })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    set.mutate({ token, new_password: String(form.get('next') ?? '') })
  }
  if (set.isSuccess)
    return (
      <Alert variant="light" role="status">
        Your password is set, and all of your sessions have ended. Sign in with it.
      </Alert>
    )
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label="New password"
          name="next"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0, 'aria-hidden': undefined }}
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={set.isPending} fullWidth>
          Set password
        </Button>
        {set.error && <Failure error={set.error} />}
      </Stack>
    </form>
  )
}
