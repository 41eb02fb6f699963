/** Governance: field rules, legal holds, retention, residency, and requests to erase a subject. */

export { type Copies, copiesAbout, copiesBy, hasCopies } from './field-rules/copies.ts'
export { columnsOf, namesOfField } from './field-rules/event-names.ts'
export {
  fieldsIn,
  hiddenColumns,
  readBeside,
  refuseHidden,
  refuseKql,
  refuseTables,
} from './field-rules/event-questions.ts'
export { RULED_RESOURCES, type RuledResource } from './field-rules/field-rule.ts'
export { type HiddenField, type HiddenFields, hiddenFrom, NOTHING_HIDDEN } from './field-rules/hidden-fields.ts'
export { refuseQuestion } from './field-rules/questions.ts'
export { namesOfHidden, refuseFile } from './field-rules/refuse-file.ts'
export { SHOWN_AS, showAnswer } from './field-rules/show-answer.ts'
export { showPart, showRecord } from './field-rules/show-record.ts'
export { hiddenFromAll, hiddenIn, shownText, shownTexts } from './field-rules/show-texts.ts'
export { REDACTED, treated } from './field-rules/treatment.ts'
export { type Members, scrub, scrubbed } from './field-rules/withhold.ts'
export { holds, type NewHold } from './hold-store.ts'
export { type HoldWorkerDeps, holdWorkers, keepHoldsOnce } from './hold-workers.ts'
export { type HoldSubject, type LegalHold, SUBJECT_KINDS, type SubjectKind } from './legal-hold.ts'
export { holdKeeping, NOTHING_HELD, placeHold, refuseLeaving, refuseWhenHeld, releaseHold } from './manage-holds.ts'
export { HERE } from './residency/residency.ts'
export {
  placesWithinRegion,
  REFUSED as REFUSED_BY_RESIDENCY,
  requireReceiverRegion,
  requireRegion,
  withinRegion,
} from './residency/within-region.ts'
export { lakeRetention } from './retention/lake-retention.ts'
export { type RetentionDeps, retentionWorkers, runRetention, runRetentionOnce } from './retention/run-retention.ts'
export { type Certificate, certificateSchema } from './subject-deletions/certificate.ts'
export { lakeSubject } from './subject-deletions/lake-subject.ts'
export { type DeletionDeps, deletionWorkers, runDeletionsOnce } from './subject-deletions/run-deletions.ts'
export type { Subject } from './subject-deletions/subject-deletion.ts'
export type { SubjectFile, SubjectFiles } from './subject-deletions/subject-files.ts'
export { patternsOf, spellingsOf } from './subject-deletions/subject-patterns.ts'
