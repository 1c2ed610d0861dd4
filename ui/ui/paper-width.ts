/** The width of what is printed, in px: of a sheet of A4 or Letter within its margins. */
export const PAPER_WIDTH = 712;
