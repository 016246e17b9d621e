/**
 * Whether a key goes to the input method that composes a word (Japanese, Chinese, Korean, accents): its Escape ends the
 * word and its arrows choose among candidates; both are none of the page's. One browser tells of the last of these keys
 * only by the code 229.
 */
export const isForInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229
