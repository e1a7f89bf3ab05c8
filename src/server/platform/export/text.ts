/**
 * Control characters, lone surrogates and noncharacters. XML forbids them, and spreadsheets stop reading at some of
 * them. Tabs and line breaks are allowed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu

/** Text that every format can contain; other characters become �. */
export const writable = (text: string) => text.replace(unwritable, '\ufffd')
