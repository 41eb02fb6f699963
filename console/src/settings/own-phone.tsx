/** The user's own phone number: a code is sent to it, and after the user enters the code, texts and calls go to it. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { bodyOf, GET, POST, PUT } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Failure, Loaded } from '../parts/states.tsx'

const KEY = ['own-phone']
const fieldOf = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '').trim()

export function OwnPhone() {
  const queries = useQueryClient()
  const again = { onSuccess: () => queries.invalidateQueries({ queryKey: KEY }) }
  const found = useQuery({ queryKey: KEY, queryFn: () => bodyOf(GET('/api/v1/notifications/phone')) })
  const set = useMutation({
    mutationFn: (number: string) => bodyOf(PUT('/api/v1/notifications/phone', { body: { number } })),
    ...again,
  })
  const verify = useMutation({
    mutationFn: (code: string) => bodyOf(POST('/api/v1/notifications/phone/verify', { body: { code } })),
    ...again,
  })
  const remove = useMutation({ mutationFn: () => bodyOf(POST('/api/v1/notifications/phone/remove')), ...again })
  const submit = (name: string, send: (value: string) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(fieldOf(event.currentTarget, name))
  }
  const error = set.error ?? verify.error ?? remove.error
  return (
    <Section title="My phone">
      <Loaded query={found} lines={2}>
        {({ phone }) => (
          <Stack gap="sm">
            <Text size="sm">
              {phone === null
                ? 'No number: escalations cannot text or call you.'
                : phone.verified_at === null
                  ? `${phone.number} is not verified yet: nothing but the code is sent to it.`
                  : `${phone.number} is verified.`}
            </Text>
            <form onSubmit={submit('number', (number) => set.mutate(number.replaceAll(/[\s()-]/g, '')))}>
              <Group align="flex-end" gap="xs">
                <TextInput
                  name="number"
                  type="tel"
                  label="Number"
                  placeholder="+41 79 000 00 00"
                  maxLength={30}
                  required
                />
                <Button type="submit" variant="default" loading={set.isPending}>
                  Send me a code
                </Button>
                {phone !== null && (
                  <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                    Remove
                  </Button>
                )}
              </Group>
            </form>
            {phone !== null && phone.verified_at === null && (
              <form onSubmit={submit('code', (code) => verify.mutate(code))}>
                <Group align="flex-end" gap="xs">
                  <TextInput
                    name="code"
                    label="Code"
                    inputMode="numeric"
                    maxLength={6}
                    autoComplete="one-time-code"
                    required
                  />
                  <Button type="submit" loading={verify.isPending}>
                    Verify
                  </Button>
                </Group>
              </form>
            )}
            {verify.data?.is_verified === false && (
              <Text size="sm" role="status" className="late">
                Wrong code, or it has expired or was tried too often: request another one.
              </Text>
            )}
            {error && <Failure error={error} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
