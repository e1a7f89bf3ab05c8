CREATE TABLE `coding_checkers` (
	`question_id` text PRIMARY KEY NOT NULL,
	`language` text NOT NULL,
	`code` text NOT NULL,
	`protocol` text NOT NULL,
	`files` text NOT NULL,
	`failure` text,
	FOREIGN KEY (`question_id`) REFERENCES `coding_questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `coding_cases` ADD `group_name` text;--> statement-breakpoint
ALTER TABLE `coding_questions` ADD `comparison` text DEFAULT 'lines' NOT NULL;--> statement-breakpoint
ALTER TABLE `coding_questions` ADD `tolerance` text;--> statement-breakpoint
ALTER TABLE `coding_questions` ADD `ignore_case` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `coding_questions` ADD `groups` text DEFAULT '[]' NOT NULL;