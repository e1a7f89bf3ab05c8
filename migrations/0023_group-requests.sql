CREATE TABLE `group_requests` (
	`student_id` text PRIMARY KEY NOT NULL,
	`college_id` text NOT NULL,
	`batch` text NOT NULL,
	`branch` text NOT NULL,
	`section` text NOT NULL,
	`requested_at` integer NOT NULL,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_requests_college` ON `group_requests` (`college_id`,`requested_at`);--> statement-breakpoint
ALTER TABLE `colleges` ADD `group_changes` text DEFAULT 'free' NOT NULL;