CREATE TABLE `code_answers` (
	`attempt_id` text NOT NULL,
	`question_id` text NOT NULL,
	`code` text NOT NULL,
	`language` text NOT NULL,
	`revision` integer NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `question_id`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `coding_questions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `code_answers_question` ON `code_answers` (`question_id`);--> statement-breakpoint
CREATE TABLE `coding_cases` (
	`question_id` text NOT NULL,
	`position` integer NOT NULL,
	`input` text NOT NULL,
	`expected_output` text NOT NULL,
	`is_sample` integer NOT NULL,
	`weight` integer NOT NULL,
	PRIMARY KEY(`question_id`, `position`),
	FOREIGN KEY (`question_id`) REFERENCES `coding_questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `coding_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`difficulty` text NOT NULL,
	`constraints` text NOT NULL,
	`input_format` text NOT NULL,
	`output_format` text NOT NULL,
	`time_limit` integer NOT NULL,
	`memory_limit` integer NOT NULL,
	`sample_input` text NOT NULL,
	`sample_output` text NOT NULL,
	`explanation` text NOT NULL,
	`tags` text NOT NULL,
	`supported_languages` text NOT NULL,
	`test_cases_count` integer NOT NULL,
	`status` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `coding_questions_newest` ON `coding_questions` (`deleted_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `coding_questions_created_by` ON `coding_questions` (`created_by`);--> statement-breakpoint
CREATE TABLE `coding_solutions` (
	`question_id` text NOT NULL,
	`position` integer NOT NULL,
	`language` text NOT NULL,
	`code` text NOT NULL,
	`expected_verdict` text NOT NULL,
	`verdict` text,
	`failed_case` integer,
	`time_ms` real,
	`message` text,
	PRIMARY KEY(`question_id`, `position`),
	FOREIGN KEY (`question_id`) REFERENCES `coding_questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`question_id` text NOT NULL,
	`student_id` text NOT NULL,
	`college_id` text NOT NULL,
	`attempt_id` text,
	`language` text NOT NULL,
	`code` text NOT NULL,
	`status` text NOT NULL,
	`score` real DEFAULT 0 NOT NULL,
	`passed` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`cases` text DEFAULT '[]' NOT NULL,
	`message` text,
	`time_ms` real,
	`memory_kb` integer,
	`leased_until` integer,
	`created_at` integer NOT NULL,
	`judged_at` integer,
	FOREIGN KEY (`question_id`) REFERENCES `coding_questions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `submissions_history` ON `submissions` (`student_id`,`question_id`,`attempt_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `submissions_attempt` ON `submissions` (`attempt_id`,`question_id`,`score`);--> statement-breakpoint
CREATE INDEX `submissions_question` ON `submissions` (`question_id`);--> statement-breakpoint
CREATE INDEX `submissions_college` ON `submissions` (`college_id`);--> statement-breakpoint
CREATE INDEX `submissions_waiting` ON `submissions` (`created_at`) WHERE status in ('queued', 'judging');--> statement-breakpoint
CREATE TABLE `test_coding_questions` (
	`test_id` text NOT NULL,
	`question_id` text NOT NULL,
	`position` integer NOT NULL,
	`points` real NOT NULL,
	`time_limit` integer NOT NULL,
	PRIMARY KEY(`test_id`, `position`),
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `coding_questions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `test_coding_questions_question` ON `test_coding_questions` (`question_id`,`test_id`);--> statement-breakpoint
ALTER TABLE `attempts` ADD `coding_marks` real;--> statement-breakpoint
ALTER TABLE `tests` ADD `coding_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tests` ADD `coding_seconds` integer DEFAULT 0 NOT NULL;