export function CronJobPage() {
  return <main id="main">...</main>;
}
