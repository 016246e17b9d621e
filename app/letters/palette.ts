/**
 * The shop's colours as hexadecimal values: mail programs and PDF know no others. Always on light paper, as letters
 * are. Kept apart from the tokens of the site, which they follow.
 */
export const palette = {
  paper: '#faf8f3',
  sheet: '#ffffff',
  ink: '#1f2a26',
  soft: '#55605b',
  line: '#dcd7cb',
  green: '#1f4a3c',
} as const
