/** The API refuses a larger file of a case or of evidence. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024

/** A form with one file. Throws for a file that the API would refuse, before anything is sent. */
export function fileForm(file: File): FormData {
  if (file.size === 0) throw new Error(`${file.name} is empty`)
  if (file.size > FILE_BYTES_MAX)
    throw new Error(`${file.name} is larger than ${FILE_BYTES_MAX / 1024 / 1024} MiB: attach an excerpt, or link to it`)
  const form = new FormData()
  form.append('file', file)
  return form
}
