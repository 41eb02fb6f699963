import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Back, Page, Section } from '../parts/page.tsx'
import { QueryFromWords } from '../parts/query-from-words.tsx'
import { Failure, Waiting } from '../parts/states.tsx'
import { Propose } from '../proposals/propose.tsx'
import { sigmaDraft } from '../search/sigma-draft.ts'
import { CheckedText } from './checked.tsx'
import { kqlDraft, LANGUAGE_NAMES, TEMPLATES } from './templates.ts'

const RuleText = lazy(() => import('./rule-text.tsx'))

type Language = Schemas['RuleCreate']['language']

export function NewRulePage() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const searchParams = useSearch({ from: '/detections/new' })
  const [language, setLanguage] = useState<Language>(languageIn(searchParams))
  const [text, setText] = useState(() => draftOf(searchParams))
  const [file, setFile] = useState('')
  const [faultyLines, setFaultyLines] = useState<readonly number[]>([])
  const save = useMutation({
    mutationFn: (enabled: boolean) =>
      bodyOf(
        POST('/api/v1/rules', { body: { language, text, enabled, ...(file.trim() ? { file: file.trim() } : {}) } }),
      ),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['rules'] })
      void navigate({ to: '/detections/$id', params: { id } })
    },
  })
  const choose = (next: Language) => {
    // A template must not replace text that the user has written.
    if (Object.values(TEMPLATES).some((template) => sameBesideId(template(), text))) setText(TEMPLATES[next]())
    setLanguage(next)
  }
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Page
        title="New rule"
        about="It is checked while you write, and active within seconds after you save it. Save it disabled to back-test it first."
        actions={
          <Group gap="xs">
            <Propose language={language} text={text} base={null} />
            <Button variant="default" loading={save.isPending} onClick={() => save.mutate(false)}>
              Save disabled
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate(true)}>
              Save
            </Button>
          </Group>
        }
      >
        {save.error && <Failure error={save.error} />}
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label="Language"
            data={LANGUAGE_NAMES}
            value={language}
            onChange={(event) => choose(event.currentTarget.value as Language)}
          />
          <TextInput
            label="File name"
            placeholder="generated when empty"
            value={file}
            onChange={(event) => setFile(event.currentTarget.value)}
            maxLength={300}
          />
          {(language === 'sigma' || language === 'kql') && <QueryFromWords language={language} use={setText} />}
        </Group>
        <div className="two">
          <Section title="Rule text">
            <Suspense fallback={<Waiting lines={8} />}>
              <RuleText text={text} language={language} change={setText} faultyLines={faultyLines} />
            </Suspense>
          </Section>
          <Section title="Check">
            <CheckedText language={language} text={text} insteadOf={null} found={setFaultyLines} />
          </Section>
        </div>
      </Page>
    </>
  )
}

const languageIn = ({ language }: { readonly language?: string }): Language =>
  LANGUAGE_NAMES.find(({ value }) => value === language)?.value ?? 'sigma'

/** The draft of a new rule, made from a search if the link has one. */
function draftOf({ query, language }: { readonly query?: string; readonly language?: string }): string {
  if (query === undefined) return TEMPLATES[languageIn({ language })]()
  return language === 'kql' ? kqlDraft(query, 'Created from a search') : sigmaDraft(query, 'Created from a search')
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const sameBesideId = (a: string, b: string) => a.replace(UUID, '') === b.replace(UUID, '')
