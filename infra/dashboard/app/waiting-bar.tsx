import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWaitingUntil } from '../api/waiting.ts';

/** Says why nothing happens while the rate limit holds requests back. */
export function WaitingBar() {
  const until = useWaitingUntil();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === 0) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);

    return () => clearInterval(timer);
  }, [until]);

  return (
    <div role="status" className="waiting-bar" hidden={until === 0}>
      {until > 0 && (
        <>
          <Hourglass aria-hidden="true" />
          {`Rate limit reached. Continues in ${Math.max(1, Math.ceil((until - now) / 1000))} s.`}
        </>
      )}
    </div>
  );
}
