import { Alert, createTheme } from '@mantine/core'

/** The only scales of type and of spacing: all components take their sizes from here. */
export const theme = createTheme({
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "JetBrains Mono", "SF Mono", Menlo, Consolas, monospace',
  colors: {
    // Cool greys like the surfaces: text, quiet text, borders, fields and background, from light to dark.
    dark: [
      '#d7dde5',
      '#b9c2cd',
      '#9aa7b5',
      '#8793a1',
      '#36404c',
      '#2a323c',
      '#1d242c',
      '#0f1216',
      '#0b0e11',
      '#07090b',
    ],
  },
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '0.875rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  components: {
    Alert: Alert.extend({ classNames: (_, { color }) => ({ root: `notice-${color ?? 'blue'}` }) }),
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'sm' } },
    // A dialog that puts the focus on its first field does not cover the others with the list of it.
    Select: { defaultProps: { size: 'sm', openOnFocus: false } },
    // The head of a dialog is not a banner of the page, and its close button needs a name.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } }, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', size: 'sm' } },
  },
})
