// Plain JavaScript: it also runs under the Node that installs the packages.

/**
 * A large machine lets Node put off its cleaning until 500 MB are taken. The shop needs half of that; a shop of millions
 * of pieces sets more by NODE_OPTIONS=--max-old-space-size=….
 */
export const shopMemory = ['--max-semi-space-size=8', '--max-old-space-size=1024']
