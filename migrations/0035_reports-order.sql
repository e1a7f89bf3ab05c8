DROP INDEX `attempts_college_submitted`;--> statement-breakpoint
DROP INDEX `attempts_college_percentage`;--> statement-breakpoint
CREATE INDEX `attempts_college_submitted` ON `attempts` (`college_id`,`submitted_at`,`test_id`,`student_id`) WHERE (percentage is null) = 0;--> statement-breakpoint
CREATE INDEX `attempts_college_percentage` ON `attempts` (`college_id`,`percentage`,`test_id`,`student_id`) WHERE (percentage is null) = 0;