/** So many students of a test a printed report holds; of more it points to the files. */
export const mostOnPaper = 1_000
