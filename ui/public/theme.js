// Runs before the first paint, as a file of its own because the content security policy forbids
// inline scripts. Without a stored choice the page follows the system.
try {
  const theme = localStorage.getItem('punctual.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; then the system's theme it is.
}

// Paper is white, whatever the theme; charts that are drawn for it ask for their colours before that.
addEventListener('beforeprint', () => (document.documentElement.dataset.printing = ''));
addEventListener('afterprint', () => delete document.documentElement.dataset.printing);
