import { Button, PasswordInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { bodyOf, PUT } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Failure } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'

const LENGTH_MIN = 12

export function PasswordChange() {
  const { me } = useSession()
  const change = useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) =>
      bodyOf(PUT('/api/v1/users/me/password', { body })),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    change.mutate({ current_password: String(form.get('current')), new_password: String(form.get('next')) })
  }
  const until = me?.password_expires_at
  const field = {
    required: true,
    withAsterisk: false,
    visibilityToggleButtonProps: { 'aria-label': 'Show what is typed' },
  }
  return (
    <Section title="Password">
      {until && !change.isSuccess && (
        <Text size="sm" mb="sm">
          This password works once, until <Time at={until} />. Choose your own.
        </Text>
      )}
      <form onSubmit={submit} className="stack narrow">
        <PasswordInput label="Current password" name="current" autoComplete="current-password" {...field} />
        <PasswordInput label="New password" name="next" autoComplete="new-password" minLength={LENGTH_MIN} {...field} />
        <div>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </div>
        {change.error && <Failure error={change.error} />}
        {change.isSuccess && (
          <Text size="sm" role="status">
            Changed. Your other sessions have ended.
          </Text>
        )}
      </form>
    </Section>
  )
}
