import { writeExamples } from '../example.ts'

export const ratingsLineExamples = writeExamples('ratings-line', () => [
  { name: { de: 'Eine Zeile', en: 'One line' }, fields: {} },
])
