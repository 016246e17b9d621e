/** Where the office's part of the browser is built to: while somebody develops, beside the build that is served else. */
export const officeFolder = (mode: string): string =>
  mode === 'development' ? 'build/office-dev' : 'build/office'
